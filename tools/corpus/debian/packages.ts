/**
 * Packages of Debian 12 that ship files as many programs wrote them, and what is in each. All of them together are 70 MB to
 * download.
 */
export const corpusPackages: readonly string[] = [
  // Pictures of games: TGA, PCX, BMP, XPM, XBM, SGI; and their sounds.
  'billard-gl-data',
  'chromium-bsu-data',
  'crrcsim-data',
  'geki3',
  'gl-117-data',
  'heroes-data',
  'lgeneral-data',
  'mirrormagic-data',
  'moon-lander-data',
  'pinball-data',
  'wing-data',
  'xbill',
  // Test files of libraries: TIFF, WebP, JPEG of many cameras, PDF, and a file of nearly every format.
  'golang-github-disintegration-imaging-dev',
  'golang-github-gabriel-vasile-mimetype-dev',
  'golang-github-jung-kurt-gofpdf-dev',
  'golang-github-rwcarlsen-goexif-dev',
  'golang-golang-x-image-dev',
  'python-matplotlib-data',
  'python3-imageio',
  'python3-pygame',
  'r-cran-jpeg',
  'r-cran-magick',
  'r-cran-tiff',
  // Drawings and icons.
  'tango-icon-theme',
  // Workbooks and tables.
  'libspreadsheet-parseexcel-perl',
  'libspreadsheet-writeexcel-perl',
  'r-cran-openxlsx',
  'r-cran-readr',
  'r-cran-readxl',
  'r-cran-rio',
  // Documents: ODT, ODS, ODP, DOCX, PPTX, EPUB, PDF, HTML, Markdown, LaTeX.
  'bash-doc',
  'debian-policy',
  'developers-reference',
  'docutils-doc',
  'doxygen-doc',
  'libopenoffice-oodoc-perl',
  'lyx-common',
  'pandoc-data',
  'python3-relatorio',
  'r-cran-officer',
  // Sounds.
  'gnome-audio',
  'gunroar-data',
  'r-cran-av',
  'sound-theme-freedesktop',
];
