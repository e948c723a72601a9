const signs: readonly RegExp[] = [
  // Animations, scripts, event handlers, and elements with alternatives.
  /<(?:[\w-]+:)?(?:animate(?:Color|Motion|Transform)?|set|script|handler|foreignObject|switch)[\s/>]/i,
  /\s(?:on[a-z]+|systemLanguage|requiredExtensions)\s*=/i,
  // Style rules that are conditional, animated, or imported.
  /@(?:container|(?:-webkit-|-moz-|-o-)?keyframes|import|layer|media|page|position-try|property|scope|starting-style|supports|view-transition)\b/i,
  /<(?:[\w-]+:)?style[^<>]*\smedia\s*=/i,
  /:(?:active|any-link|checked|defined|dir|disabled|enabled|focus(?:-visible|-within)?|has|hover|lang|link|target(?:-within)?|visited)\b/i,
  /[\s;{"'](?:-webkit-)?(?:animation|transition|offset)(?:-[a-z]+)*\s*:/i,
];

/**
 * True if a drawing can change because of an animation, hover, dark mode, another screen, or a script. Comparing
 * rendered pictures can't show whether such changes still work.
 */
export function isDynamic(svg: string): boolean {
  return signs.some((sign) => sign.test(svg));
}
