/** Records a finding: its kind, and a sentence about it. */
export type Find<Kind extends string> = (kind: Kind, line: string) => void;

/** Counts findings in a report, and tells about each. */
export function counting<Kind extends string>(
  report: Record<Kind, number>,
  tell: (line: string) => void,
): Find<Kind> {
  return (kind, line) => {
    report[kind] += 1;
    tell(`${kind}: ${line}`);
  };
}
