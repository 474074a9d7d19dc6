import path from 'node:path';
import type { Layout, Role } from './layout.ts';

/**
 * nginx in front of the processes: TLS and HTTP/2 for people, one address for the database.
 * @param primary - port of the PostgreSQL that takes writes
 * @param modules - folder of nginx's dynamic modules
 */
export function nginxConfig(
  { folder, ports, members }: Layout,
  { primary, modules, consolePorts }: { primary: number; modules: string; consolePorts: readonly number[] },
): string {
  const within = (name: string) => path.join(folder, 'nginx', name);
  const servers = (list: readonly number[]) =>
    // A process that takes no connection is asked again after a second.
    list.map((port) => `    server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join('\n');
  const upstream = (name: string, list: readonly number[]) =>
    `  upstream ${name} {\n${servers(list)}\n    keepalive 32;\n  }`;
  const ofRole = (role: Role) => members.filter((member) => member.role === role).map(({ port }) => port);
  return `load_module ${path.join(modules, 'ngx_stream_module.so')};
worker_processes 2;
daemon off;
pid ${within('nginx.pid')};
error_log ${within('error.log')} warn;
events { worker_connections 2048; }

# Whoever asks here reaches the primary. A failover changes the port and reloads.
stream {
  server {
    listen 127.0.0.1:${ports.database};
    proxy_pass 127.0.0.1:${primary};
    proxy_connect_timeout 1s;
    proxy_timeout 1h;
  }
}

http {
  access_log off;
  server_tokens off;
  client_body_temp_path ${within('body')};
  proxy_temp_path ${within('proxy')};
  fastcgi_temp_path ${within('fastcgi')};
  uwsgi_temp_path ${within('uwsgi')};
  scgi_temp_path ${within('scgi')};
  # The services limit bodies themselves and say so in their own form.
  client_max_body_size 8m;

  # Files of builds never change under their address: kept here, whichever site gave them, also while none of them answers.
  proxy_cache_path ${within('builds')} levels=1:2 keys_zone=builds:10m max_size=2g inactive=30d use_temp_path=off;
  # One copy for each form in which a site has a file, however browsers write what they take.
  map $http_accept_encoding $build_encoding {
    default "";
    "~*;\\s*q=0(\\.0*)?\\s*(,|$)" "";
    "~*\\bbr\\b" br;
    "~*\\bgzip\\b" gzip;
  }

${upstream('site', ofRole('site'))}
${upstream('claims', ofRole('claims'))}
${upstream('sandbox', ofRole('sandbox'))}
${upstream('console', consolePorts)}

  ssl_certificate ${path.join(folder, 'tls', 'certificate.pem')};
  ssl_certificate_key ${path.join(folder, 'tls', 'key.pem')};
  ssl_protocols TLSv1.2 TLSv1.3;

  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  # Replaced, never appended to: what a visitor sends of himself is not believed.
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto https;
  # The next process is asked when one takes no connection. A call that was sent and may change something is not sent twice.
  proxy_next_upstream error timeout;
  proxy_connect_timeout 1s;
  proxy_read_timeout 60s;

  server {
    listen 127.0.0.1:${ports.http};
    server_name localhost;
    return 308 https://localhost:${ports.https}$request_uri;
  }
  server {
    listen 127.0.0.1:${ports.https} ssl http2;
    server_name localhost;
    location /api/ { proxy_pass http://claims; }
    location = /sandbox.json { proxy_pass http://sandbox; }
    location = /releases/events {
      proxy_pass http://site;
      proxy_buffering off;
      proxy_read_timeout 1h;
    }
    location /assets/ {
      proxy_pass http://site;
      proxy_cache builds;
      # Without the query, which no file depends on: made-up ones would fill the disk.
      proxy_cache_key "$uri $build_encoding";
      proxy_ignore_headers Vary;
      proxy_cache_lock on;
      proxy_cache_use_stale error timeout updating http_500 http_502 http_503 http_504;
      # A header that is set here takes the place of all of those above.
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto https;
      proxy_set_header Accept-Encoding $build_encoding;
    }
    # What they say is for operators, who ask the process itself.
    location = /metrics { return 404; }
    location = /readyz { return 404; }
    location / { proxy_pass http://site; }
  }
  server {
    listen 127.0.0.1:${ports.console} ssl http2;
    server_name localhost;
    location / {
      proxy_pass http://console;
      proxy_buffering off;
      proxy_read_timeout 1h;
    }
  }
}
`;
}
