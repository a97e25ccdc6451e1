package vesper.rest;

import jakarta.validation.Validation;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import java.lang.reflect.Method;
import java.util.List;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.spi.nodenameprovider.JavaBeanProperty;
import vesper.codec.Codec;

/**
 * Hibernate Validator, made when the first constraint of a package is met and never before. It keeps what it has
 * learned of the package's classes, so each package has one of its own.
 */
final class BeanValidation {
    private final Validator validator;

    private BeanValidation(Validator validator) {
        this.validator = validator;
    }

    /** One that names properties as this codec does. */
    static BeanValidation of(Codec codec) {
        HibernateValidator provider = new HibernateValidator();
        return new BeanValidation(Validation.byProvider(HibernateValidator.class)
                .providerResolver(() -> List.of(provider))
                .configure()
                .ignoreXmlConfiguration()
                .messageInterpolator(new ConstraintMessages())
                .propertyNodeNameProvider(property -> property instanceof JavaBeanProperty bean
                        ? codec.nameOf(bean.getDeclaringClass(), bean.getName())
                        : property.getName())
                // As in Spring: a class may ask for more than the interface that it implements.
                .allowOverridingMethodAlterParameterConstraint(true)
                .allowParallelMethodsDefineParameterConstraints(true)
                .buildValidatorFactory()
                .getValidator());
    }

    /**
     * The constraints of a method.
     *
     * @throws IllegalArgumentException if they are declared where they cannot be
     */
    Constraints of(Object controller, Method method, Argument[] arguments) {
        try {
            // Looks at all that is declared on the method, so that a mistake is told at the start.
            validator
                    .getConstraintsForClass(controller.getClass())
                    .getConstraintsForMethod(method.getName(), method.getParameterTypes());
        } catch (ValidationException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return new MethodConstraints(validator, controller, method, arguments);
    }
}
