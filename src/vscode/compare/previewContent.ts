import { isImageFormat } from '../../contract/formats/table.ts';
import type { FileToShow, ComparedPicture } from './pictureMaker.ts';
import { sizeText } from '../text/amounts.ts';
import { formatTitle } from '../text/formats.ts';
import { pixelsText, shownText, tabTexts } from '../text/pictures.ts';
import { untrusted, say, sentences, type SafeText } from '../text/safeText.ts';
import type { PictureTabContent } from '../ui/pictureTabContent.ts';

/** The index of a page, starting at 0, and the number of pages. */
interface PagePlace {
  readonly index: number;
  readonly count: number;
}

/** The content of the tab while the picture is being made, or the reason why there is none. */
export function previewStatus(
  { name }: Pick<FileToShow, 'name'>,
  status: SafeText,
  { index, count }: PagePlace,
): PictureTabContent {
  return {
    texts: tabTexts('pages'),
    title: untrusted(name),
    status,
    pictures: [],
    facts: [],
    remarks: [],
    place: { index, count, text: say('Page {0} of {1}', index + 1, count) },
  };
}

/** The content of the tab for a page of a file. */
export function previewContent(
  file: FileToShow,
  picture: ComparedPicture,
  place: PagePlace,
): PictureTabContent {
  const { format, width, height, sizeBytes } = picture;
  const remark = shownText(picture);
  return {
    ...previewStatus(file, sentences([]), place),
    pictures: [{ file: picture.file, name: untrusted(file.name) }],
    facts: [
      { label: say('Format'), values: [formatTitle(format)] },
      // Only images have a size in pixels. A page has a size on paper.
      ...(isImageFormat(format) ? [{ label: say('Image'), values: [pixelsText(width, height)] }] : []),
      { label: say('Size'), values: [sizeText(sizeBytes)] },
    ],
    remarks: remark === undefined ? [] : [remark],
  };
}
