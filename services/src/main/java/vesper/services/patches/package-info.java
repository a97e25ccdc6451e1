/**
 * Patches of JSON documents: JSON Merge Patch (RFC 7396) and JSON Patch (RFC 6902).
 *
 * <p>Reading a patch reports everything that is wrong with it. Applying it creates a new document and does not change
 * the given one. If an operation does not fit, none of the patch applies. The result and the work are bounded by
 * {@link vesper.services.patches.PatchBounds}.
 *
 * <p>Start at {@link vesper.services.patches.Patch}.
 */
@NullMarked
package vesper.services.patches;

import org.jspecify.annotations.NullMarked;
