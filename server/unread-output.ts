/**
 * Lets this process go on when a reader of its output has gone, such as `head` or a log collector that restarts: it may be in
 * the middle of an import, or of closing in order. What is written then is lost.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
