import type { SubmissionResult } from "@conform-to/react";
import type { FormEvent } from "react";
import { lazy, Suspense, useState } from "react";
import { Form } from "#app/components/form";
import { FileField } from "#app/components/form/file-field";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations } from "#app/components/translations";
import { Avatar } from "#app/components/ui/avatar";
import { avatarTypes } from "#contract/rules";
import type { User } from "#contract/users/index";

/** Loaded only once a picture is chosen. */
const CropFields = lazy(() => import("./crop-fields"));

const loadSchema = () => import("#contract/profile/index").then((module) => module.avatarInput);

type AvatarSectionProps = { user: User; lastResult: SubmissionResult<string[]> | undefined };

/** The avatar. With script the square can be cropped; without script it is the picture's centre. */
export function AvatarSection({ user, lastResult }: AvatarSectionProps) {
  const t = useTranslations("profile");
  const [picture, setPicture] = useState<File>();
  const choose = (event: FormEvent<HTMLFormElement>) => {
    const input = event.target as HTMLInputElement;
    if (input.type === "file") setPicture(input.files?.[0]);
  };
  const [form, fields] = useContractForm(loadSchema, { id: "avatar", lastResult });
  return (
    <section className="card">
      <h2>{t("avatar")}</h2>
      <div className="row">
        <Avatar name={user.name} src={user.photoPath && `/api${user.photoPath}?size=128`} size={96} />
        {user.photoPath && (
          <Form method="post">
            <SubmitButton variant="secondary" name="intent" value="removeAvatar">
              {t("removeAvatar")}
            </SubmitButton>
          </Form>
        )}
      </div>
      <Form method="post" encType="multipart/form-data" of={form} onInput={choose}>
        <FormError form={form} />
        <FileField
          field={fields.avatar}
          label={<span className="hidden-text">{t("avatar")}</span>}
          hint={t("avatarHint")}
          accept={avatarTypes}
        />
        {picture && (
          <Suspense fallback={null}>
            <CropFields picture={picture} />
          </Suspense>
        )}
        <SubmitButton variant="secondary" name="intent" value="uploadAvatar">
          {t("uploadAvatar")}
        </SubmitButton>
      </Form>
    </section>
  );
}
