const signs: readonly RegExp[] = [
  // Animations, scripts and their events, and alternatives.
  /<(?:[\w-]+:)?(?:animate(?:Color|Motion|Transform)?|set|script|handler|foreignObject|switch)[\s/>]/i,
  /\s(?:on[a-z]+|systemLanguage|requiredExtensions)\s*=/i,
  // Conditional or imported rules.
  /@(?:container|(?:-webkit-|-moz-|-o-)?keyframes|import|layer|media|page|position-try|property|scope|starting-style|supports|view-transition)\b/i,
  /<(?:[\w-]+:)?style[^<>]*\smedia\s*=/i,
  /:(?:active|any-link|checked|defined|dir|disabled|enabled|focus(?:-visible|-within)?|has|hover|lang|link|target(?:-within)?|visited)\b/i,
  /[\s;{"'](?:-webkit-)?(?:animation|transition|offset)(?:-[a-z]+)*\s*:/i,
];

/**
 * True if a drawing can change: by animation, hover, dark mode, another screen, or a script. Comparing pictures of it
 * wouldn't show whether it still does.
 */
export function isDynamic(svg: string): boolean {
  return signs.some((sign) => sign.test(svg));
}
