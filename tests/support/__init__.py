"""What several tests share: small microdata made in memory, and the patients of Zielinski 2010."""
