/**
 * The endpoints of users, groups, keys, rules and tokens.
 *
 * <p>Start at {@link vesper.access.admin.UsersController}.
 */
@NullMarked
package vesper.access.admin;

import org.jspecify.annotations.NullMarked;
