import { fileSize } from '../../util/files.ts';

interface Attempted<Result> {
  readonly result: Result;
  readonly bytes: number;
}

/**
 * Returns the first attempt whose result has at most `maxBytes`, or the smallest result if none has. Attempts must be
 * ordered from best to smallest. Uses a binary search, and then tries the remaining attempts in case a later one is
 * larger than an earlier one.
 */
export async function bestWithinSize<Result>(
  count: number,
  attempt: (index: number) => Promise<Attempted<Result>>,
  maxBytes: number,
): Promise<Attempted<Result>> {
  const made = new Map<number, Attempted<Result>>();
  const fits = async (index: number): Promise<boolean> => {
    const known = made.get(index) ?? (await attempt(index));
    made.set(index, known);
    return known.bytes <= maxBytes;
  };
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (await fits(middle)) high = middle;
    else low = middle + 1;
  }
  while (low < count - 1 && !(await fits(low))) low += 1;
  const isFound = await fits(low);
  const [smallest] = [...made.values()].toSorted((one, other) => one.bytes - other.bytes);
  const found = isFound ? made.get(low) : smallest;
  if (found === undefined) throw new Error('No attempts to choose from');
  return found;
}

/** Like `bestWithinSize`, for attempts that each overwrite the output file. Leaves the chosen result in the file. */
export async function writeBestWithinSize(
  outputPath: string,
  count: number,
  write: (index: number) => Promise<void>,
  maxBytes: number,
): Promise<void> {
  let last: number | undefined;
  const attempt = async (index: number): Promise<Attempted<number>> => {
    await write(index);
    last = index;
    return { result: index, bytes: await fileSize(outputPath) };
  };
  const { result } = await bestWithinSize(count, attempt, maxBytes);
  if (result !== last) await write(result);
}
