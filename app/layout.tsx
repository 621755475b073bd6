import type { Metadata, Viewport } from "next"
import { headers } from "next/headers"
import type { ReactNode } from "react"
import { Providers } from "@/components/frame/providers"
import { locale, messages } from "@/lib/client/messages"
import "./globals.css"

const { appName } = messages.common

export const metadata: Metadata = {
  title: { default: appName, template: `%s · ${appName}` },
  robots: { index: false, follow: false },
}

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fafafb" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1012" },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined
  return (
    <html lang={locale} suppressHydrationWarning>
      <body>
        <div className="app-root">
          <Providers nonce={nonce}>{children}</Providers>
        </div>
      </body>
    </html>
  )
}
