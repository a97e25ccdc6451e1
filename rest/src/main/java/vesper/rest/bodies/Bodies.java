package vesper.rest.bodies;

import vesper.rest.multipart.Uploads;

/**
 * The parts that read request bodies.
 *
 * @param forms limits of forms
 * @param uploads receives uploads and stores their parts
 * @param parser parses bodies to values
 */
public record Bodies(FormLimits forms, Uploads uploads, BodyParser parser) {}
