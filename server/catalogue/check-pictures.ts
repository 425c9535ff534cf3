import { realpath, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { isAbsolute, join, sep } from 'node:path'
import pLimit from 'p-limit'
import { measurePicture, PictureError } from '#server/pictures/original.ts'
import type { Findings, Row } from './finding.ts'

/** A product's picture: the path of its file and its future address in the shop. */
export type FolderPicture = { file: string; address: string }

/**
 * Checks every picture that the products name, each once even if several name it. Returns them by their path in the
 * products; an unusable picture is a fault of each product that names it. Takes unchecked rows, so that an invalid price
 * does not hide a missing picture.
 */
export async function checkPictures(
  folder: string,
  products: readonly Row[],
  known: ReadonlyMap<string, string>,
  findings: Findings,
  onProgress: (done: number, total: number) => void,
): Promise<Map<string, FolderPicture>> {
  const root = await realpath(folder)
  const paths = [...new Set(products.flatMap(imagesOf))]
  const results = new Map<string, FolderPicture | PictureError>()
  const turns = pLimit(Math.min(4, availableParallelism()))
  await Promise.all(
    paths.map((path) =>
      turns(async () => {
        results.set(path, await lookAt(root, path, known))
        onProgress(results.size, paths.length)
      }),
    ),
  )
  for (const product of products) {
    for (const path of imagesOf(product)) {
      const result = results.get(path)
      if (result instanceof PictureError)
        findings.fault(product, 'images', `the picture "${path}" ${result.message}`)
    }
  }
  return new Map(
    [...results].flatMap(([path, found]) => (found instanceof PictureError ? [] : [[path, found]])),
  )
}

function imagesOf(product: Row): string[] {
  const { images } = product.fields
  const paths = Array.isArray(images) ? images.filter((path) => typeof path === 'string') : []
  return paths.map((path) => path.trim()).filter(Boolean)
}

async function lookAt(
  root: string,
  path: string,
  known: ReadonlyMap<string, string>,
): Promise<FolderPicture | PictureError> {
  try {
    const file = await findFile(root, path)
    return { file, address: await measurePicture(file, known) }
  } catch (error) {
    if (error instanceof PictureError) return error
    throw error
  }
}

/** The real path of a picture inside the folder. Symbolic links out of the folder are refused, as are `..` and absolute paths. */
async function findFile(root: string, path: string): Promise<string> {
  if (/^[a-z][a-z+.-]+:/i.test(path)) throw new PictureError('must be a file in the folder, not an address')
  const local = path.replaceAll('\\', '/')
  if (isAbsolute(local) || local.split('/').includes('..'))
    throw new PictureError('must be inside the folder')
  const file = await findSpelt(root, local)
  if (file === undefined) throw new PictureError('is not in the folder')
  if (!file.startsWith(root + sep)) throw new PictureError('must be inside the folder')
  if (!(await stat(file)).isFile()) throw new PictureError('is not a file')
  return file
}

/** Systems disagree on whether "ọ" in a file's name is one character or two; a spreadsheet may have it the other way. */
async function findSpelt(root: string, local: string): Promise<string | undefined> {
  for (const spelling of new Set([local, local.normalize('NFC'), local.normalize('NFD')])) {
    const file = await realpath(join(root, spelling)).catch(() => undefined)
    if (file !== undefined) return file
  }
  return undefined
}
