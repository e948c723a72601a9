/**
 * A Lua filter that unwraps `<div>` elements and notebook cells, and removes bookmarks. In text formats, they would
 * become HTML or rarely supported syntax.
 */
const plain = `
function Div(box) return box.content end
function Span(span) if #span.content == 0 then return {} end end
`;

/** A Lua filter that embeds pictures in the text, because the output is a single file. */
const embedding = `
local letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
local function base64(bytes)
  local out = {}
  for at = 1, #bytes, 3 do
    local a, b, c = bytes:byte(at, at + 2)
    local bits = a << 16 | (b or 0) << 8 | (c or 0)
    for place = 18, c and 0 or b and 6 or 12, -6 do
      local letter = (bits >> place & 63) + 1
      out[#out + 1] = letters:sub(letter, letter)
    end
  end
  return table.concat(out) .. ('='):rep(-#bytes % 3)
end
function Image(image)
  local type, bytes = pandoc.mediabag.lookup(image.src)
  if bytes then image.src = 'data:' .. type .. ';base64,' .. base64(bytes) end
  return image
end
`;

/** Returns a Lua filter for Pandoc to run between reading and writing. */
export function filterFor({ embedsPictures }: { embedsPictures: boolean }): string {
  return embedsPictures ? plain + embedding : plain;
}
