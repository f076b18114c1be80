package main

import (
	"fmt"
	"os"

	"pricepoint/data/store"
)

// passwordVariable holds the password of sign.key. It is no setting, so that no file and no command shows it.
const passwordVariable = "PRICEPOINT_SIGN_PASSWORD"

// useKeys has the store sign and check as the settings say.
func (a *app) useKeys() (err error) {
	a.keys, err = store.NewKeys(a.cfg.Sign.Key, a.cfg.Sign.PublicKey, func() string { return os.Getenv(passwordVariable) })
	if err != nil {
		return usageError{fmt.Errorf("sign.public_key: %v", err)}
	}
	a.store.Use(a.keys)
	return nil
}

// readyToSign refuses a key that cannot sign, before a run spends any time.
func (a *app) readyToSign() error {
	if err := a.keys.Ready(); err != nil {
		return usageError{fmt.Errorf("sign.key: %v", err)}
	}
	return nil
}
