package vesper.documents;

import java.util.List;
import java.util.Optional;

/**
 * One page of a listing.
 *
 * @param next the id or version after which the next page starts; empty if nothing follows
 */
public record Page<I, C>(List<I> items, Optional<C> next) {}
