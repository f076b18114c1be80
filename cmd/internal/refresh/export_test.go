package refresh

// What the tests of this package from outside need of its inside.
const RetryFailed = retryFailed

var Due = (*Refresher).due
