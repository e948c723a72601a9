/** The engines that share the library of media containers, which must not be loaded twice into a process. */
export { convertAudio } from './audio/convert.ts';
export { convertAnimation } from './video/convert.ts';
export { remux } from './video/remux.ts';
export { probeMedia } from './video/probe.ts';
