package vesper.rest.bodies;

import vesper.rest.multipart.Uploads;

/**
 * What it takes to read bodies.
 *
 * @param forms how large forms may be
 * @param uploads where the parts of uploads go
 * @param texts reads bodies as values
 */
public record Bodies(FormLimits forms, Uploads uploads, LargeTexts texts) {}
