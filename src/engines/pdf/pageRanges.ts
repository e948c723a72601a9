import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

/**
 * Returns the indexes, starting at 0, of the pages in ranges such as `1-3,5` or `7-`, in ascending order. Returns all
 * pages if `ranges` is undefined.
 * @throws ConversionError `conversion.invalid_input` if none of the pages exists
 */
export function selectPages(
  ranges: string | undefined,
  count: number,
  kind: 'pdf' | 'image' = 'pdf',
): number[] {
  const spans = (ranges ?? '1-').split(',').map((range) => {
    const [first, last = first] = range.split('-').map((side) => side.trim());
    return { first: Number(first), last: last === '' ? count : Number(last) };
  });
  const pages = Array.from({ length: count }, (_, index) => index).filter((index) =>
    spans.some(({ first, last }) => first <= index + 1 && index + 1 <= last),
  );
  if (pages.length > 0) return pages;
  throw new ConversionError(
    count === 0 ? fault(`${kind}.noPages`) : fault(`${kind}.noSuchPages`, ranges ?? ''),
  );
}
