/** The index of the pictures, which lists the parts of package.json that each of them shows. */
export const indexFile = 'docs/pictures/index.json';

/** The titles that a picture shows, or that lead to its content, by the path of its file. */
export type PictureIndex = Readonly<Record<string, readonly string[]>>;

export const themes = { light: 'Default Light Modern', dark: 'Default Dark Modern' } as const;
export type Theme = keyof typeof themes;

/** The size limit of a picture that ships, because it makes everybody's download larger. */
export const maxShippedBytes = 60_000;
export const maxFilmBytes = 1_500_000;

/** The animated picture of the README. */
export const filmFile = 'docs/pictures/convert.gif';

/** The paths of the pictures for the walkthrough, which ship, and for the README. */
export const walkthroughPicture = (name: string, theme: Theme): string =>
  `media/walkthrough/${name}-${theme}.png`;
export const readmePicture = (name: string, theme: Theme): string => `docs/pictures/${name}-${theme}.png`;
