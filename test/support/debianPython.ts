import { existsSync } from 'node:fs';

/** Debian's own Python, which has the libraries of its packages, even if another one comes first on PATH. */
export const debianPython = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
