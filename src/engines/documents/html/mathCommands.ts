/** The TeX commands of characters, in pairs. Characters without a command are the same in TeX. */
const pairs = `
α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu ν nu
ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega
Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega
∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋂ bigcap ⋃ bigcup ⋀ bigwedge ⋁ bigvee ⨁ bigoplus ⨂ bigotimes
± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ⋆ star ∘ circ ∙ bullet • bullet ⊕ oplus ⊖ ominus ⊗ otimes ⊙ odot
∩ cap ∪ cup ⊎ uplus ⊓ sqcap ⊔ sqcup ∨ vee ∧ wedge ∖ setminus ≀ wr ⋄ diamond † dagger ‡ ddagger
≤ le ≥ ge ≪ ll ≫ gg ≠ ne ≈ approx ≡ equiv ∼ sim ≃ simeq ≅ cong ∝ propto ≺ prec ≻ succ ⪯ preceq ⪰ succeq ≐ doteq
⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ∈ in ∋ ni ∉ notin ⊢ vdash ⊣ dashv ⊨ models ⊥ perp ∥ parallel ∣ mid
← leftarrow → to ↔ leftrightarrow ⇐ Leftarrow ⇒ Rightarrow ⇔ Leftrightarrow ↦ mapsto ↑ uparrow ↓ downarrow
⟵ longleftarrow ⟶ longrightarrow ⟸ Longleftarrow ⟹ Longrightarrow ⟺ Longleftrightarrow ⇌ rightleftharpoons
∞ infty ∂ partial ∇ nabla ∀ forall ∃ exists ∄ nexists ¬ neg ∅ emptyset ℏ hbar ℓ ell ℘ wp ℜ Re ℑ Im ℵ aleph √ surd
∠ angle △ triangle □ square … ldots ⋯ cdots ⋮ vdots ⋱ ddots ⟨ langle ⟩ rangle ⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor
‖ | { { } } − -`;

function tableOf(text: string): [string, string][] {
  const words = text.trim().split(/\s+/);
  return Array.from({ length: words.length / 2 }, (_, at) => [words[2 * at] ?? '', words[2 * at + 1] ?? '']);
}

// The letters of sets have a command with an argument. Characters that apply functions or multiply aren't shown.
export const commands: Readonly<Record<string, string>> = {
  ...Object.fromEntries(tableOf(pairs).map(([sign, name]) => [sign, name === '-' ? name : `\\${name}`])),
  ...Object.fromEntries(
    tableOf('ℂ C ℍ H ℕ N ℙ P ℚ Q ℝ R ℤ Z').map(([sign, name]) => [sign, `\\mathbb{${name}}`]),
  ),
  '′': "'",
  '″': "''",
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
  '\u00a0': '~',
};

/** The names of functions that are commands. */
export const functions: Readonly<Record<string, true>> = Object.fromEntries(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'
    .split(' ')
    .map((name) => [name, true]),
);

/** The commands of alphabets. */
export const variants: Readonly<Record<string, string>> = {
  normal: 'mathrm',
  bold: 'mathbf',
  'bold-italic': 'boldsymbol',
  'double-struck': 'mathbb',
  script: 'mathcal',
  fraktur: 'mathfrak',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
};

/** The commands of signs above something. */
export const accents: Readonly<Record<string, string>> = Object.fromEntries(
  tableOf(
    '^ hat ˆ hat ̂ hat ~ tilde ˜ tilde ̃ tilde ¯ bar ̄ bar ‾ bar ̅ overline _ overline → vec ⃗ vec ˙ dot ̇ dot . dot ¨ ddot ̈ ddot ˇ check ̌ check ˘ breve ̆ breve ´ acute ` grave ⏞ overbrace ︷ overbrace',
  ),
);

/** The commands of signs below something. */
export const stretched: Readonly<Record<string, string>> = Object.fromEntries(
  tableOf('_ underline ̲ underline ¯ underline ‾ underline ⏟ underbrace ︸ underbrace'),
);
