import path from 'node:path';
import { fromDeploy } from './deploy.ts';
import type { Layout, Role } from './layout.ts';

/** Directives of nginx for one machine: it runs as the same user, keeps its files in one folder, and proxies the primary's port. */
const besides = (folder: string, modules: string, database: number, primary: number) => `\
load_module ${path.join(modules, 'ngx_stream_module.so')};
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;

# Whoever asks here reaches the primary. A failover changes the port and reloads.
stream {
  server {
    listen 127.0.0.1:${database};
    proxy_pass 127.0.0.1:${primary};
    proxy_connect_timeout 1s;
    proxy_timeout 1h;
  }
}
`;

/** The console of the releases over both processes, for an operator on this machine, and the addresses of the sandbox. */
const behind = (folder: string, console: number, consolePorts: readonly number[], sandbox: number) => `\
http {
  access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};\n`).join('')}
  upstream sandbox { server 127.0.0.1:${sandbox}; }
  upstream console {
${consolePorts.map((port) => `    server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;\n`).join('')}    keepalive 32;
  }
  server {
    listen 127.0.0.1:${console} ssl http2;
    server_name localhost;
    location / {
      proxy_pass http://console;
      proxy_buffering off;
      proxy_read_timeout 1h;
    }
  }
`;

/**
 * nginx in front of the processes, by docs/deploy/nginx.conf: TLS and HTTP/2 for people, one address for the database.
 * @param primary - port of the PostgreSQL that takes writes
 * @param modules - folder of nginx's dynamic modules
 */
export function nginxConfig(
  { folder, origin, ports, members }: Layout,
  { primary, modules, consolePorts }: { primary: number; modules: string; consolePorts: readonly number[] },
): string {
  const own = path.join(folder, 'nginx');
  const of = (role: Role) => members.filter((member) => member.role === role);
  const [sandbox] = of('sandbox');
  return fromDeploy('nginx.conf', [
    ['user www-data;\n', besides(own, modules, ports.database, primary)],
    ['http {\n', behind(own, ports.console, consolePorts, sandbox?.port ?? 0)],
    ...[...of('site'), ...of('claims')].map(
      ({ name, role, port }) => [`${name}:${role === 'site' ? 3000 : 3010} `, `127.0.0.1:${port} `] as const,
    ),
    ['/var/cache/redress-nginx', path.join(own, 'builds')],
    ['/etc/redress/tls', path.join(folder, 'tls')],
    ['listen 80;', `listen 127.0.0.1:${ports.http};`],
    ['listen 443 ', `listen 127.0.0.1:${ports.https} `],
    ['https://claims.example', origin],
    ['claims.example', 'localhost'],
    ['    location /api/', '    location = /sandbox.json { proxy_pass http://sandbox; }\n    location /api/'],
  ]);
}
