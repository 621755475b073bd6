import { type CxOptions, cx } from "class-variance-authority"
import { twMerge } from "tailwind-merge"

/** Joins class names; of two that set the same thing the last one wins. */
export const cn = (...classes: CxOptions): string => twMerge(cx(classes))

/** A primitive's props with `className` as plain text. */
export type Styled<Props> = Omit<Props, "className"> & { readonly className?: string | undefined }
