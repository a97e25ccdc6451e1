/**
 * Tokens of outside issuers (OpenID Connect).
 *
 * <p>Start at {@link vesper.access.oidc.OutsideTokens}.
 */
@NullMarked
package vesper.access.oidc;

import org.jspecify.annotations.NullMarked;
