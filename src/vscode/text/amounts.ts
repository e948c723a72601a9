import { figure, joined, moment, verbatim, type Words } from './words.ts';

const units = [verbatim('B'), verbatim('KB'), verbatim('MB'), verbatim('GB'), verbatim('TB')] as const;

/** A size as people read it, such as `4.9 MB`, in the powers of 1024 that the limits are given in. */
export function sizeText(bytes: number): Words {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return joined([figure(value, { maximumFractionDigits: value < 10 ? 1 : 0 }), units[power]], ' ');
}

/** A share of 1 as a percentage, such as `45 %`. */
export function percentText(share: number): Words {
  return figure(share, { style: 'percent', maximumFractionDigits: 0 });
}

export function countText(count: number): Words {
  return figure(count);
}

/** A day and a time, in milliseconds since the epoch, on the clock of this computer: `Nov 23, 2:00 AM`. */
export function momentText(at: number): Words {
  return moment(at, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
}

/** A span of time in its largest unit, such as `3 minutes`. */
export function durationText(ms: number): Words {
  const [unit, size] = spans.find(([, each]) => ms >= each) ?? (['second', 1000] as const);
  return figure(Math.round(ms / size), { style: 'unit', unit, unitDisplay: 'long' });
}

const spans = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
