import type { Judged } from '../summary.ts';

/** Files of the collection that we read otherwise than others, or refuse, and why that is right. */
interface Explained {
  readonly is: 'disagreement' | 'refusal';
  /** Below the folder of the package. */
  readonly path: RegExp;
  readonly reason: string;
}

/** By package. */
const explained: Readonly<Record<string, readonly Explained[]>> = {};

/** Whether it is written down above why this file is not read as others read it. */
export function isExplained({ path, verdict }: Judged): boolean {
  const [name = '', ...rest] = path.split('/');
  return (explained[name] ?? []).some((each) => each.is === verdict.is && each.path.test(rest.join('/')));
}
