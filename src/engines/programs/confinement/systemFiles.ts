/**
 * What programs on Linux need of the system besides their own files: other programs and libraries, fonts, languages, and
 * what says how to find these. Nothing of it is anybody's own.
 */
export const systemFiles: readonly string[] = [
  ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
  ['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives'],
  ['/etc/fonts', '/var/cache/fontconfig', '/etc/localtime', '/etc/papersize', '/etc/mime.types'],
  ['/etc/libreoffice', '/etc/ghostscript', '/var/lib/ghostscript', '/etc/python3', '/etc/pandoc'],
  // Nix and Guix keep all of this in stores, and NixOS leads to it from here.
  ['/nix/store', '/gnu/store', '/etc/static', '/run/current-system/sw'],
].flat();
