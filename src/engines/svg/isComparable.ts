import { drawnFunctions } from '../images/svgTraits.ts';

const signs: readonly RegExp[] = [
  // Animations, scripts, event handlers, and elements with alternatives.
  /<(?:[\w-]+:)?(?:animate(?:Color|Motion|Transform)?|set|script|handler|foreignObject|switch)[\s/>]/i,
  /\s(?:on[a-z]+|systemLanguage|requiredExtensions)\s*=/i,
  // Style rules that are conditional, animated, or imported.
  /@(?:container|(?:-webkit-|-moz-|-o-)?keyframes|import|layer|media|page|position-try|property|scope|starting-style|supports|view-transition)\b/i,
  /<(?:[\w-]+:)?style[^<>]*\smedia\s*=/i,
  /:(?:active|any-link|checked|defined|dir|disabled|enabled|focus(?:-visible|-within)?|has|hover|lang|link|target(?:-within)?|visited)\b/i,
  /[\s;{"'](?:-webkit-)?(?:animation|transition|offset)(?:-[a-z]+)*\s*:/i,
  // Selectors, nested rules, and properties that librsvg doesn't support.
  /@namespace\b|::|:(?:is|where)\b|\{[^{}]*\{/i,
  /[\s;{"'](?:all|d|perspective|rotate|scale|transform-(?:box|origin|style)|translate)\s*:/i,
  // A function as the first argument of another one, which the pattern below misses.
  /\([a-z][\w-]*\(/i,
  /\stransform-origin\s*=|display\s*:\s*contents\b|translate[xy]?\([^()]*%/i,
];

const functionCall = /[:"'(,\s]([a-z][\w-]*)\(/gi;

/**
 * True if comparing pictures shows whether two versions of a drawing look the same. That isn't the case if it can
 * change because of an animation, hover, dark mode, another screen, or a script, or if it has styles that librsvg
 * doesn't draw.
 */
export function isComparable(svg: string): boolean {
  if (signs.some((sign) => sign.test(svg))) return false;
  return [...svg.matchAll(functionCall)].every(([, name = '']) => drawnFunctions.has(name.toLowerCase()));
}
