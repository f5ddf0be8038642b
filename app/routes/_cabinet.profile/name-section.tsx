import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";

import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations, useViewer } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { DescriptionList } from "#app/components/ui/description-list";
import { TypedName } from "#app/components/ui/typed-name";
import { dateText } from "#app/lib/dates";
import { paths } from "#app/paths";
import type { User } from "#contract/users/index";

const loadSchema = () => import("#contract/profile/index").then((module) => module.changeNameInput);

type NameSectionProps = { user: User; lastResult: SubmissionResult<string[]> | undefined };

/** The account's name, and since when it exists. */
export function NameSection({ user, lastResult }: NameSectionProps) {
  const t = useTranslations("profile");
  const viewer = useViewer();
  const [form, fields] = useContractForm(loadSchema, {
    id: "name",
    lastResult,
    defaultValue: { name: user.name },
  });
  return (
    <section className="card">
      <h2>{t("account")}</h2>
      <Form method="post" of={form}>
        <FormError form={form} />
        <TextField field={fields.name} label={t("name")} autoComplete="name" />
        <SubmitButton variant="secondary" name="intent" value="changeName">
          {t("saveName")}
        </SubmitButton>
      </Form>
      <DescriptionList
        items={[
          [t("email"), <TypedName key="email">{user.email}</TypedName>],
          [t("memberSince"), dateText(user.createdAt, viewer)],
        ]}
      />
      <div className="row">
        <Link to={paths.changeEmail} className={buttonClass()} preventScrollReset>
          {t("changeEmail")}
        </Link>
      </div>
    </section>
  );
}
