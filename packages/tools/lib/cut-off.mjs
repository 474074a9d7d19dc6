// A reader that has seen enough, such as `| head`, closes the pipe: the program ends, and that is no failure of it.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
