export const metadata = { title: 'All Merch' }

export default function Layout({ children }) {
  return (
    <html lang="en-NG">
      <body>{children}</body>
    </html>
  )
}
