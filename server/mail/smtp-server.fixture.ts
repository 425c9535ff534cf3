import { SMTPServer } from 'smtp-server'

/** A real SMTP server that records the mails it receives, or refuses every recipient with `refuseWith`. Port 0 means any. */
export async function openSmtpServer(wantedPort = 0, refuseWith?: number) {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => {
      if (refuseWith === undefined) done()
      else done(Object.assign(new Error('No such mailbox'), { responseCode: refuseWith }))
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
  })
  const port = await new Promise<number>((listening) => {
    const http = server.listen(wantedPort, '127.0.0.1', () => {
      const address = http.address()
      listening(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const close = () => new Promise<void>((closed) => server.close(closed))
  return { received, port, close }
}
