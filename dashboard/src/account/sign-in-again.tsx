import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../api/queries.ts';
import { messageOf, request } from '../api/request.ts';
import type { Me } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { notify } from '../ui/toaster.tsx';
import { PasswordForm, SecondFactorForm } from './sign-in-forms.tsx';

/** Shown when the session has ended. The page stays as it is, and the refused request continues afterwards. */
export function SignInAgain({ onFinish }: { onFinish: (isSignedIn: boolean) => void }) {
  const queryClient = useQueryClient();
  const [isSecondStep, setSecondStep] = useState(false);
  const known = queryClient.getQueryData<Me>(meQuery.queryKey);
  const onDone = async () => {
    const { user } = await request<Me>('/me');
    // With a passkey, somebody else may have signed in: this page shows what they must not see.
    if (user.user_id !== known?.user.user_id) window.location.assign('/dashboard/');
    else onFinish(true);
  };
  return (
    <Modal
      title="Your session has ended"
      hint="Sign in again to continue. What you entered is still here."
      isOpen
      onClose={() => onFinish(false)}
      isSticky
    >
      {isSecondStep ? (
        <SecondFactorForm onDone={onDone} onBack={() => setSecondStep(false)} />
      ) : (
        <PasswordForm
          {...(known !== undefined && { email: known.user.email })}
          onDone={onDone}
          onSecondStep={() => setSecondStep(true)}
        >
          {known?.is_sso_session === true && (
            <Button
              className="w-full"
              onClick={() => {
                continueWithProvider(known.user.email).catch((error: unknown) =>
                  notify(messageOf(error), true),
                );
              }}
            >
              Use single sign-on
            </Button>
          )}
        </PasswordForm>
      )}
    </Modal>
  );
}

/** Leaves the page; the drafts of its forms are restored afterwards. */
async function continueWithProvider(email: string): Promise<void> {
  const { url } = await request<{ url: string | null }>('/sso/start', {
    method: 'POST',
    body: { email },
  });
  if (url === null) notify('Your provider can’t be reached. Try again in a few minutes.', true);
  else window.location.assign(url);
}
