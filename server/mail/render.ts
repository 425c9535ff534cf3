export type MailContent = { subject: string; text: string; html: string }
