import { userInfo } from 'node:os'

/** The name of the system's account that runs this, or its number: a container may run under one that has no name. */
export function systemUser(readName = () => userInfo().username): string {
  try {
    return readName()
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
