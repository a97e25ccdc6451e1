/**
 * Changes of JSON documents as clients describe them: JSON Merge Patch (RFC 7396) and JSON Patch (RFC 6902).
 *
 * <p>A patch is read once, and refused with everything that is wrong with it. Applied to a document it makes another one
 * and leaves the given one as it was; where one of its operations does not fit, nothing of it applies. Whatever it says,
 * the result is within {@link vesper.services.patches.PatchBounds}, and so is the work.
 *
 * <p>Start at {@link vesper.services.patches.Patch}.
 */
@NullMarked
package vesper.services.patches;

import org.jspecify.annotations.NullMarked;
