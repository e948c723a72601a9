import { dayMs, hourMs, minuteMs, secondMs } from '../../util/clock.ts';
import { figure, moment, relativeTime, say, type SafeText } from './safeText.ts';

/** The time since an event, in its largest unit, such as `2 min. ago`. */
export function agoText(ms: number): SafeText {
  if (ms < minuteMs) return say('just now');
  if (ms < hourMs) return relativeTime(-Math.floor(ms / minuteMs), 'minute');
  if (ms < dayMs) return relativeTime(-Math.floor(ms / hourMs), 'hour');
  return relativeTime(-Math.floor(ms / dayMs), 'day');
}

function timeOfDay(at: number): SafeText {
  return moment(at, 'time');
}

/** Says until when the network keeps a result. */
export function keptText(until: number | undefined): SafeText | undefined {
  return until === undefined ? undefined : say('The network keeps the result until {0}.', timeOfDay(until));
}

export function dateAndTime(at: number): SafeText {
  return moment(at, 'dateAndTime');
}

/** A duration in its largest unit, such as `3 minutes`. */
export function durationText(ms: number): SafeText {
  const [unit, size] = spans.find(([, each]) => ms >= each) ?? (['second', secondMs] as const);
  return figure(Math.round(ms / size), { style: 'unit', unit, unitDisplay: 'long' });
}

/** A short duration, such as `12 ms`. */
export function millisecondsText(ms: number): SafeText {
  return figure(Math.round(ms), { style: 'unit', unit: 'millisecond' });
}

const spans = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const;
