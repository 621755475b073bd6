import { NotFoundState } from "@/components/frame/not-found-state"

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <NotFoundState />
    </main>
  )
}
