/** Starts a command in an environment without isolation between processes (Linux). */
export const withoutIsolation: readonly string[] = [
  '/usr/bin/unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--mount',
  '/bin/sh',
  '-c',
  ['unshare', 'setpriv']
    .map((name) => `/usr/bin/mount --bind /bin/false /usr/bin/${name} && `)
    .concat('exec "$0" "$@"')
    .join(''),
];
