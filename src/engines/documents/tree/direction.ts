/** The scripts that are written from right to left, which fontkit also sets in this direction. */
export const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/** True if the first letter of a text belongs to a script that is written from right to left. */
export function startsRightToLeft(text: string): boolean {
  return rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '');
}
