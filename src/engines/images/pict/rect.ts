/** A rectangle of QuickDraw: the edges lie between pixels. */
export interface Rect {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export const widthOf = ({ left, right }: Rect): number => right - left;
export const heightOf = ({ top, bottom }: Rect): number => bottom - top;

/** Whether nothing lies in it. */
export function isEmpty(rect: Rect): boolean {
  return widthOf(rect) <= 0 || heightOf(rect) <= 0;
}

/** What lies in both. */
export function common(a: Rect, b: Rect): Rect {
  return {
    top: Math.max(a.top, b.top),
    left: Math.max(a.left, b.left),
    bottom: Math.min(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
  };
}

/** Whether all of the second lies in the first. */
export function covers(a: Rect, b: Rect): boolean {
  return a.top <= b.top && a.left <= b.left && a.bottom >= b.bottom && a.right >= b.right;
}
