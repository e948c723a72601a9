/** The maximum number of frames that a codec may insert before the audio. */
const maxDelayFrames = 4096;
const windowFrames = 4096;
const rounds = (length: number): number[] => Array.from({ length }, (_, index) => index);

/**
 * The similarity of two recordings, as a signal-to-noise ratio in decibels; infinite if they are equal. One may start
 * later, as with codecs, and the shorter one determines the compared length.
 */
export function snr(reference: Float32Array, sound: Float32Array, channels: number): number {
  const delay = delayOf(reference, sound, channels) * channels;
  const [a, b] = [reference.subarray(Math.max(0, -delay)), sound.subarray(Math.max(0, delay))];
  let [signal, noise] = [0, 0];
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    signal += (a[at] ?? 0) ** 2;
    noise += ((a[at] ?? 0) - (b[at] ?? 0)) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

/**
 * The number of frames by which the sound is late, determined at its loudest part, because silent parts all look alike.
 */
function delayOf(reference: Float32Array, sound: Float32Array, channels: number): number {
  const loudest = reference.reduce(
    (best, level, at) => (Math.abs(level) > Math.abs(reference[best] ?? 0) ? at : best),
    0,
  );
  const start = Math.floor(loudest / channels) - windowFrames / 2;
  // The first channel may be silent.
  const channel = loudest % channels;
  const differences = rounds(2 * maxDelayFrames + 1).map((index) => {
    const delay = index - maxDelayFrames;
    let difference = 0;
    for (let frame = 0; frame < windowFrames; frame += 16) {
      const at = (start + frame) * channels + channel;
      difference += ((reference[at] ?? 0) - (sound[at + delay * channels] ?? 0)) ** 2;
    }
    return { delay, difference };
  });
  return differences.reduce((best, each) => (each.difference < best.difference ? each : best)).delay;
}
