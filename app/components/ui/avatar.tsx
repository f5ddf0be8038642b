type AvatarProps = { name: string; src?: string | null; size?: number };

/** A person's picture, or the first letter of their name. The name itself has to be shown beside it. */
export function Avatar({ name, src, size = 34 }: AvatarProps) {
  const style = { width: size, height: size, fontSize: size * 0.45 };
  if (src) return <img className="avatar" src={src} alt="" width={size} height={size} style={style} />;
  return (
    <span className="avatar" aria-hidden="true" style={style}>
      {[...name.trim()][0]?.toUpperCase() ?? "?"}
    </span>
  );
}
