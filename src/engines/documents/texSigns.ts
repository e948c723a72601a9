// cspell:ignore mathbb mathcal mathfrak mathsf mathtt
// cspell:ignore arccos arcsin arctan dddot ddddot liminf limsup mathring overleftarrow overleftrightarrow overparen
// cspell:ignore overrightarrow underleftarrow underleftrightarrow underparen underrightarrow widehat widetilde

import { wordsIn } from '../../util/text.ts';

function pairsIn(text: string): [sign: string, name: string][] {
  const words = text.trim().split(/\s+/);
  return Array.from({ length: words.length / 2 }, (_, at) => [words[2 * at] ?? '', words[2 * at + 1] ?? '']);
}

/** Operators with an operand, such as sums, with their commands. */
export const operators: Readonly<Record<string, string>> = Object.fromEntries(
  pairsIn(`
∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋂ bigcap ⋃ bigcup ⋀ bigwedge ⋁ bigvee
⨀ bigodot ⨁ bigoplus ⨂ bigotimes ⨄ biguplus ⨆ bigsqcup`),
);

const others = `
α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu ν nu
ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega
Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega
± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ⋆ star ∘ circ ∙ bullet • bullet ⊕ oplus ⊖ ominus ⊗ otimes ⊙ odot
∩ cap ∪ cup ⊎ uplus ⊓ sqcap ⊔ sqcup ∨ vee ∧ wedge ∖ setminus ≀ wr ⋄ diamond † dagger ‡ ddagger
≤ le ≥ ge ≪ ll ≫ gg ≠ ne ≈ approx ≡ equiv ∼ sim ≃ simeq ≅ cong ∝ propto ≺ prec ≻ succ ⪯ preceq ⪰ succeq ≐ doteq
⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ∈ in ∋ ni ∉ notin ⊢ vdash ⊣ dashv ⊨ models ⊥ perp ∥ parallel ∣ mid
← leftarrow → to ↔ leftrightarrow ⇐ Leftarrow ⇒ Rightarrow ⇔ Leftrightarrow ↦ mapsto ↑ uparrow ↓ downarrow
⟵ longleftarrow ⟶ longrightarrow ⟸ Longleftarrow ⟹ Longrightarrow ⟺ Longleftrightarrow ⇌ rightleftharpoons
∞ infty ∂ partial ∇ nabla ∀ forall ∃ exists ∄ nexists ¬ neg ∅ emptyset ℏ hbar ℓ ell ℘ wp ℜ Re ℑ Im ℵ aleph √ surd
∠ angle △ triangle □ square … ldots ⋯ cdots ⋮ vdots ⋱ ddots ⟨ langle ⟩ rangle ⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor
‖ | { { } } − -`;

/** The primes that TeX has instead of a superscript. */
export const primes: Readonly<Record<string, string>> = { '′': "'", '″': "''", '‴': "'''" };

/**
 * The TeX of characters other than themselves. The letters of sets have a command with an argument. Characters that
 * apply functions or multiply aren't shown.
 */
export const commands: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...Object.entries(operators), ...pairsIn(others)].map(([sign, name]) => [
      sign,
      name === '-' ? name : `\\${name}`,
    ]),
  ),
  ...Object.fromEntries(
    pairsIn('ℂ C ℍ H ℕ N ℙ P ℚ Q ℝ R ℤ Z').map(([sign, name]) => [sign, `\\mathbb{${name}}`]),
  ),
  ...primes,
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
  '\u00a0': '~',
};

/** The names of functions that are commands. */
export const functions = wordsIn(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh',
);

/** The commands for the alphabets of letters. */
export const alphabets: Readonly<Record<string, string>> = {
  'double-struck': 'mathbb',
  script: 'mathcal',
  fraktur: 'mathfrak',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
};

/**
 * Accents with their commands for one letter and for more. The first character is the combining one, and the others stand
 * for it.
 */
const accentGroups: readonly (readonly [signs: string, single: string, wide?: string])[] = [
  ['\u0300`ˋ', 'grave'],
  ['\u0301´ˊ', 'acute'],
  ['\u0302^ˆ', 'hat', 'widehat'],
  ['\u0303~˜', 'tilde', 'widetilde'],
  ['\u0304¯‾', 'bar', 'overline'],
  ['\u0305ˉ―', 'overline'],
  ['\u0306˘', 'breve'],
  ['\u0307˙', 'dot'],
  ['\u0308¨', 'ddot'],
  ['\u030a˚', 'mathring'],
  ['\u030cˇ', 'check'],
  ['\u0332', 'underline'],
  ['\u20d6←', 'overleftarrow'],
  ['\u20d7→⃗', 'vec', 'overrightarrow'],
  ['\u20db⃛', 'dddot'],
  ['\u20dc', 'ddddot'],
  ['\u20e1↔', 'overleftrightarrow'],
];

/** The commands of accents for one letter and for more. */
export const accents: Readonly<Record<string, readonly [single: string, wide: string]>> = Object.fromEntries(
  accentGroups.flatMap(([signs, single, wide = single]) =>
    Array.from(signs, (sign) => [sign, [single, wide] as const]),
  ),
);

/** The combining accents by the characters that stand for them. */
export const combiningAccents: Readonly<Record<string, string>> = Object.fromEntries(
  accentGroups.flatMap(([signs]) => Array.from(signs, (sign) => [sign, signs.charAt(0)])),
);

/** Characters that stretch above or below an expression, with their commands. */
export const stretched: Readonly<Record<string, { readonly over?: string; readonly under?: string }>> = {
  '⏞': { over: 'overbrace', under: 'overbrace' },
  '⏟': { over: 'underbrace', under: 'underbrace' },
  '⏜': { over: 'overparen', under: 'overparen' },
  '⏝': { over: 'underparen', under: 'underparen' },
  '→': { over: 'overrightarrow', under: 'underrightarrow' },
  '←': { over: 'overleftarrow', under: 'underleftarrow' },
  '↔': { over: 'overleftrightarrow', under: 'underleftrightarrow' },
  '¯': { over: 'overline', under: 'underline' },
  '‾': { over: 'overline', under: 'underline' },
  _: { over: 'overline', under: 'underline' },
  '\u0332': { over: 'underline', under: 'underline' },
};

/** Brackets that TeX only stretches if they are commands. */
export const delimiters: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('()[]|/', (sign) => [sign, sign])),
  '': '.',
  '{': String.raw`\{`,
  '}': String.raw`\}`,
  '\\': String.raw`\backslash `,
  '‖': String.raw`\|`,
  '∥': String.raw`\|`,
  '∣': '|',
  '⟨': String.raw`\langle `,
  '⟩': String.raw`\rangle `,
  '〈': String.raw`\langle `,
  '〉': String.raw`\rangle `,
  '<': String.raw`\langle `,
  '>': String.raw`\rangle `,
  '⌈': String.raw`\lceil `,
  '⌉': String.raw`\rceil `,
  '⌊': String.raw`\lfloor `,
  '⌋': String.raw`\rfloor `,
  '↑': String.raw`\uparrow `,
  '↓': String.raw`\downarrow `,
  '↕': String.raw`\updownarrow `,
};
