import type { RuleContext } from '../rule.ts';

/** Does something at most once for all rules that share a server, to save credits. */
export function oncePerServer<T>(
  make: (context: RuleContext) => Promise<T>,
): (context: RuleContext) => Promise<T> {
  const made = new WeakMap<RuleContext, Promise<T>>();
  return (context) => {
    const earlier = made.get(context);
    if (earlier !== undefined) return earlier;
    const now = make(context);
    made.set(context, now);
    return now;
  };
}
