import type { RuleContext } from '../rule.ts';

/** Makes something at most once for the rules that share a server, so that they cost it no more than needed. */
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
