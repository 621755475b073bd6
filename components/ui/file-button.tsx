import { Upload } from "lucide-react"
import { useRef } from "react"
import { Button, type ButtonProps } from "./button"

export interface FileButtonProps extends Pick<ButtonProps, "variant" | "size" | "disabled"> {
  readonly label: string
  /** As in `<input accept>`. */
  readonly accept: string
  readonly onFile: (file: File) => void
}

/** A button that opens a file picker; the same file may be picked again. */
export function FileButton({ label, accept, onFile, ...props }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...props} onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" />
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ""
          if (file) onFile(file)
        }}
      />
    </>
  )
}
