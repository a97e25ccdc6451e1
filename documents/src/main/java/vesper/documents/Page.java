package vesper.documents;

import java.util.List;
import java.util.Optional;

/**
 * A part of a listing.
 *
 * @param next after which id, version, to go on; empty where nothing follows
 */
public record Page<I, C>(List<I> items, Optional<C> next) {}
