import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

/** Makes an owner's folder: strings are written as they are, other values as JSON, and a plain picture for each name. */
export async function makeFolder(
  files: Record<string, unknown>,
  pictures: readonly string[] = [],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jara-folder-'))
  for (const [name, content] of Object.entries(files)) {
    await writeInto(folder, name, typeof content === 'string' ? content : JSON.stringify(content))
  }
  for (const [i, name] of pictures.entries()) await writeInto(folder, name, await picture(240 + i, 300))
  return folder
}

/** A different size gives different content. */
export function picture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#446688' } })
    .webp({ lossless: true })
    .toBuffer()
}

async function writeInto(folder: string, name: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), content)
}
