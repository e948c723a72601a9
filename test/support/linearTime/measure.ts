// node measure.ts: measures how each reader's time grows with its input, and reports it to the parent process.
import { hostileTexts } from './hostileTexts.ts';
import { growth, type Measured } from './measured.ts';
import { listReaders, textReaders } from './readers.ts';

type Run = () => unknown;

const minLength = 16;
/**
 * Arrays with an element for each of more characters are large objects, whose memory V8 requests from the system each
 * time. On some machines, this takes longer than reading.
 */
const maxLength = 8192;
/** Long enough to be measured, and short enough to finish sometimes without an interruption on a busy system. */
const enoughMs = 1;
/** Shorter times would depend more on the clock than on the reader. */
const resolutionMs = 0.02;
const unsuspicious = 2 * growth;

/** The factor by which a run slows down for `growth` times the input length, at the length where it shows best. */
function ratioOf(runOf: (length: number) => Run): number {
  let length = minLength;
  while (length < maxLength && bestOf(3, runOf(length)) < enoughMs) length *= 2;
  const [short, long] = [runOf(length / growth), runOf(length)];
  let [shortMs, longMs] = [resolutionMs, Infinity];
  for (let tries = 1; tries <= 512 && longMs / shortMs > unsuspicious; tries *= 2) {
    shortMs = Math.max(resolutionMs, bestOf(tries, short));
    longMs = Math.min(longMs, bestOf(tries, long));
  }
  return longMs / shortMs;
}

/** The minimum of several times, since interruptions only make a run longer. */
function bestOf(tries: number, run: Run): number {
  const times = Array.from({ length: tries }, () => {
    const startMs = performance.now();
    try {
      run();
    } catch {
      // The reader refuses the text.
    }
    return performance.now() - startMs;
  });
  return Math.min(...times);
}

/** Resolves once the process has ended. */
async function tell(measured: Measured): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(measured, () => resolve());
  });
}

for (const [name, read] of textReaders) {
  await tell({ name });
  const ratios = hostileTexts.map((textOf) => {
    const runOf = (length: number): Run => {
      const text = textOf(length);
      return () => read(text);
    };
    return ratioOf(runOf);
  });
  await tell({ name, ratio: Math.max(...ratios) });
}
for (const [name, read] of listReaders) {
  await tell({ name });
  await tell({ name, ratio: ratioOf((count) => () => read(count)) });
}
process.disconnect();
