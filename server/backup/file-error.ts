import { Refusal } from '#server/refusal.ts'

/** Turns the file system's errors about a backup file into a Refusal that names the file; returns other errors as they are. */
export function plainFileError(error: unknown, path: string, use: 'read' | 'written'): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  const sentence = sentenceOf(code, path, use)
  return sentence === undefined ? error : new Refusal(sentence, { cause: error })
}

function sentenceOf(code: string | undefined, path: string, use: 'read' | 'written'): string | undefined {
  switch (code) {
    case 'ENOENT':
      return use === 'read' ? `There is no file ${path}.` : undefined
    case 'EISDIR':
      return `${path} is a folder. Name a file.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} cannot be ${use}: a part of its path is a file, not a folder.`
    case 'EACCES':
    case 'EPERM':
      return `${path} cannot be ${use}: this account has no permission.`
    case 'EROFS':
      return `${path} cannot be ${use}: its disk is read-only.`
    case 'ENOSPC':
      return `${path} cannot be ${use}: its disk is full.`
    default:
      return undefined
  }
}
